// Hears that a session has a new version: by server-sent events, and by asking where they fail.
//
// A browser opens six connections to one service, so that of several windows of a session one
// listens and tells the others, where the browser can agree on which.

const EVERY = 2000; // milliseconds between questions where nothing is told

// Call `heard` with each version that is told; return what ends it.
export function listen(events, ask, heard) {
  const others = new BroadcastChannel(events);
  const over = new AbortController();
  let latest = 0;
  let source = null;
  let asking = 0;

  const tell = (version) => {
    latest = version;
    others.postMessage({ version });
    heard(version);
  };

  async function look() {
    try {
      const answer = document.hidden ? null : await fetch(ask);
      if (answer?.ok && !over.signal.aborted) heard((await answer.json()).version);
    } catch {
      // The service may be starting anew; the next look tells.
    }
  }

  function open() {
    source = new EventSource(events);
    source.addEventListener("version", (event) => {
      clearInterval(asking);
      asking = 0;
      tell(Number(event.data));
    });
    setTimeout(() => latest || over.signal.aborted || (asking ||= setInterval(look, EVERY)), 3 * EVERY);
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED || over.signal.aborted) return;
      asking ||= setInterval(look, EVERY);
      setTimeout(() => over.signal.aborted || open(), 10 * EVERY);
    });
  }

  // Whoever holds the lock listens for all; it passes on when that window closes.
  function lead() {
    open();
    return new Promise((done) => over.signal.addEventListener("abort", done));
  }

  others.onmessage = ({ data }) => {
    if (data.version) heard(data.version);
    else if (latest) others.postMessage({ version: latest });
  };
  over.signal.addEventListener("abort", () => {
    source?.close();
    clearInterval(asking);
    others.close();
  });
  if (!window.EventSource) asking = setInterval(look, EVERY);
  else if (navigator.locks) {
    navigator.locks.request(events, { signal: over.signal }, lead).catch(() => {});
    others.postMessage({ version: 0 });
  } else open();
  return () => over.abort();
}
