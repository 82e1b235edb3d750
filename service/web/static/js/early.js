// Keys of the replay pressed while its page still loads; replay.js answers them once it runs.
{
  const pressed = [];
  const moving = /^(Arrow(Left|Right)|Page(Up|Down)|Home|End)$/;
  const keep = (event) => {
    if (!moving.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    pressed.push({ key: event.key, shiftKey: event.shiftKey });
  };
  addEventListener("keydown", keep);
  globalThis.pressedEarly = () => {
    removeEventListener("keydown", keep);
    return pressed.splice(0);
  };
}
