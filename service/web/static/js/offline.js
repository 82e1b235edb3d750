// A session in a file of its own: opened or loaded anew, it shows the step that its address names.

import { go } from "./moving.js";

const wanted = new URLSearchParams(location.search).get("step") ?? "";
if (/^\d{1,9}$/.test(wanted)) go(Number(wanted));
