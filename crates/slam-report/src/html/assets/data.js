// The data of the page: an index in JSON, and packed arrays that are unpacked when they are first needed.
"use strict";

const index = JSON.parse(document.getElementById("index").textContent);
const blocks = document.querySelectorAll("script.block");
const unpacked = new Map();

/** The array or the lines of a block; none for no block. */
function block(number) {
  if (number === null || number === undefined) return Promise.resolve(null);
  if (!unpacked.has(number)) unpacked.set(number, unpack(blocks[number]));
  return unpacked.get(number);
}

async function unpack(element) {
  if (!("DecompressionStream" in window)) {
    throw new Error("this browser is too old to unpack the maps; all tables are complete without them");
  }
  const packed = bytesOf(element.textContent);
  element.textContent = "";
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  switch (element.dataset.kind) {
    case "u8": return new Uint8Array(bytes);
    case "u16": return new Uint16Array(bytes);
    case "u32": return new Uint32Array(bytes);
    default: return new TextDecoder().decode(bytes).split("\n");
  }
}

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** The spots that a method was compared on. */
async function groundOf(number) {
  const ground = index.grounds[number];
  const [x, y, truth, ids, rows, slices] = await Promise.all(
    [ground.x, ground.y, ground.truth, ground.ids, ground.rows, ground.slices].map(block));
  return { ...ground, number, x, y, truth, ids, rows, slices };
}

/** The labels of a method: as it gave them, after matching, and how wrong each spot is. */
async function methodOf(number) {
  const method = index.methods[number];
  const [pred, split, disagreement] = await Promise.all(
    [method.pred, method.matched, method.disagreement].map(block));
  const matched = split ?? codesOf(method.map, pred);
  return { ...method, pred, matched, disagreement };
}

function codesOf(map, pred) {
  const most = Math.max(0, ...map);
  const codes = most < 256 ? new Uint8Array(pred.length) : new Uint16Array(pred.length);
  for (let spot = 0; spot < pred.length; spot++) codes[spot] = map[pred[spot]];
  return codes;
}
