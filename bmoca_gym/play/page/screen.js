// The phone's screen: pictures arrive as rectangles and are drawn on a canvas, as large as there is room.
import { at } from "./dom.js";
import { isOpen, on, opened, phone, send } from "./connection.js";

export const screen = at("screen");
const pen = screen.getContext("2d", { alpha: false });
let drawing = Promise.resolve(), decoding = 0;

// A rectangle of the screen: bytes RGBA, which are drawn at once, or a file.
const FILES = [null, "image/png", "image/jpeg"];
on("picture", ({ data }) => {
  const [width, height, left, top, wide, high, format] = Array.from({ length: 7 }, (_, place) => new DataView(data).getUint16(2 * place));
  const put = (method, image) => {
    if (screen.width !== width || screen.height !== height) { screen.width = width; screen.height = height; }
    method.call(pen, image, left, top);
    screen.dataset.frames = Number(screen.dataset.frames ?? 0) + 1;
    send("shown");
    changed();
  };
  if (!FILES[format] && !decoding) return put(pen.putImageData, new ImageData(new Uint8ClampedArray(data, 16), wide, high));
  const file = FILES[format] ? new Blob([new Uint8Array(data, 16)], { type: FILES[format] }) : new ImageData(new Uint8ClampedArray(data, 16), wide, high);
  decoding += 1;
  drawing = drawing.then(() => createImageBitmap(file)).then((image) => {
    put(pen.drawImage, image);
    image.close();
  }).finally(() => { decoding -= 1; });
});

// What is shown beside the screen follows it, but takes no time from what moves.
const BESIDE = 200, followers = [];
let beside = 0, looked = 0;
export const follow = (handler) => followers.push(handler);
export function changed() {
  if (!beside) beside = setTimeout(() => { beside = 0; looked = performance.now(); followers.forEach((handler) => handler()); },
    Math.max(30, BESIDE - (performance.now() - looked)));
}
on("status", changed);

// As large as there is room for; the server draws the screen at the size at which it is shown.
const NARROW = matchMedia("(max-width: 980px)"), FRAME = 10, fitted = [];
export const narrow = () => NARROW.matches;
export const onNarrow = (handler) => { NARROW.addEventListener("change", handler); handler(); };
export const onFit = (handler) => fitted.push(handler);
let asked = 0, resizing = 0;
export function fit() {
  const { status } = phone;
  if (!status) return;
  const stage = at("stage"), beside = at("gets").hidden || narrow() ? 0 : at("gets").offsetWidth + 12;
  const room = narrow() ? Math.max(320, innerHeight * 0.74) : stage.clientHeight;
  const scale = Math.min((stage.clientWidth - at("keys").offsetWidth - beside - FRAME - 10) / status.width, (room - FRAME) / status.height);
  // A pixel of the picture is a pixel of the display: whole numbers of those, and more of them where fingers have zoomed.
  const dots = devicePixelRatio, height = Math.max(100, Math.round(status.height * scale * dots));
  screen.style.height = `${height / dots}px`;
  screen.style.width = `${Math.round(height * status.width / status.height) / dots}px`;
  const drawn = Math.min(8000, Math.round(height * Math.max(1, visualViewport?.scale ?? 1)));
  if (drawn !== asked && isOpen()) send("size", { height: (asked = drawn) });
  fitted.forEach((handler) => handler());
}
opened(() => { asked = 0; });
on("status", fit);
const refit = () => { clearTimeout(resizing); resizing = setTimeout(fit, 100); };
new ResizeObserver(refit).observe(at("stage"));
addEventListener("resize", refit);
visualViewport?.addEventListener("resize", refit);
(function watchDots() {  // a window that is moved to a finer display is as large as before
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => { refit(); watchDots(); }, { once: true });
})();
