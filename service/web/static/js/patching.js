// Changes a page's elements into those of another, touching only what differs: what is the same
// keeps its focus, its place and its animation.

const made = document.createElement("template");

// Return the one element that some HTML makes.
export function element(html) {
  made.innerHTML = html;
  const only = made.content.firstElementChild;
  only.remove();
  return only;
}

export function patch(old, next) {
  if (old.isEqualNode(next)) return;
  const one = old.childNodes;
  const two = next.childNodes;
  // A moth that has just arrived is an element of its own, so that it is seen arriving.
  if (old.nodeName !== next.nodeName || one.length !== two.length || next.classList?.contains("new")) {
    old.replaceWith(next);
    return;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    old.data = next.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const pairs = [...one].map((node, at) => [node, two[at]]);
  for (const [from, to] of pairs) patch(from, to);
}
