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

const grounds = new Map();

/** The spots that a method was compared on, as they are drawn or turned over. */
function groundOf(number, isTurned) {
  const key = `${number} ${isTurned}`;
  if (!grounds.has(key)) grounds.set(key, readGround(number, isTurned));
  return grounds.get(key);
}

async function readGround(number, isTurned) {
  const ground = index.grounds[number];
  const [x, y, truth, ids, rows, slices] = await Promise.all(
    [ground.x, ground.y, ground.truth, ground.ids, ground.rows, ground.slices].map(block));
  const turn = (value) => (2 * Math.floor(Math.min(value, ground.extent[1] - 1) / ground.tile) + 1) * ground.tile - value;
  const turned = (values) => (isTurned ? values.map(turn) : values);
  const read = { ...ground, number, x, y: turned(y), truth, ids, rows, slices };
  read.key = `${number} ${isTurned}`;
  if (ground.shapes) {
    const { x: across, y: down, corners, rings } = ground.shapes;
    const [sx, sy, sc, sr] = await Promise.all([across, down, corners, rings].map(block));
    read.shapes = new Shapes({ x: sx, y: turned(sy), corners: sc, rings: sr }, read);
  }
  if (isTurned && ground.bulk) {
    const [left, top, right, bottom] = ground.bulk.frame;
    read.bulk = { ...ground.bulk, frame: [left, ground.tile - bottom, right, ground.tile - top] };
  }
  if (ground.image) read.image = await imageOf(ground.image, isTurned ? ground.tile : null);
  return read;
}

/** The picture of the tissue on a canvas, and the frame that it fills. */
async function imageOf({ rgb, width, height, frame }, tile) {
  const packed = await block(rgb);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  const pixels = context.createImageData(width, height);
  const n = width * height;
  for (let channel = 0; channel < 3; channel++) {
    for (let pixel = 0, value = 0; pixel < n; pixel++) {
      value = (value + packed[channel * n + pixel]) & 255;
      pixels.data[4 * pixel + channel] = value;
    }
  }
  for (let pixel = 0; pixel < n; pixel++) pixels.data[4 * pixel + 3] = 255;
  context.putImageData(pixels, 0, 0);
  const [left, top, right, bottom] = frame;
  return { canvas, frame: tile === null ? frame : [left, tile - top, right, tile - bottom] };
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
