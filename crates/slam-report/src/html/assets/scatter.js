// A scatter of our own: a million coloured points with WebGL2.
"use strict";

const VERTEX = `#version 300 es
in float x; in float y; in uint code; in uint group;
uniform vec2 scale, shift; uniform float size; uniform int only;
uniform highp sampler2D palette;
out vec4 color; flat out float hatched;
void main() {
  gl_Position = vec4(vec2(x, y) * scale + shift, 0.0, 1.0);
  gl_PointSize = size;
  color = texelFetch(palette, ivec2(int(code) & 255, int(code) >> 8), 0);
  hatched = color.a < 0.75 ? 1.0 : 0.0;
  color.a = only >= 0 && int(group) != only ? 0.07 : 1.0;
}`;

const FRAGMENT = `#version 300 es
precision highp float;
in vec4 color; flat in float hatched;
uniform float size; uniform vec2 cell;
out vec4 drawn;
void main() {
  float alpha = color.a;
  if (cell.x > 0.0) {
    vec2 away = abs(gl_PointCoord * 2.0 - 1.0) * size;
    if (away.x > cell.x || away.y > cell.y) discard;
  } else if (size > 3.0) {
    float away = length(gl_PointCoord * 2.0 - 1.0) * size * 0.5;
    alpha *= clamp(size * 0.5 - away + 0.5, 0.0, 1.0);
    if (alpha <= 0.0) discard;
  }
  if (hatched > 0.5 && mod(gl_FragCoord.x + gl_FragCoord.y, 6.0) < 3.0) alpha *= 0.25;
  drawn = vec4(color.rgb * alpha, alpha);
}`;

/** Points on a canvas with WebGL2; a lost or missing context is an error that the caller handles. */
class Scatter {
  constructor(canvas) {
    this.canvas = canvas;
    const gl = canvas.getContext("webgl2", { antialias: false, preserveDrawingBuffer: true });
    if (!gl) throw new Error("no WebGL2");
    this.gl = gl;
    this.only = -1;
    this.n = 0;
    this.program = this.link();
    gl.useProgram(this.program);
    this.places = Object.fromEntries(
      ["scale", "shift", "size", "only", "palette", "cell"].map((name) => [name, gl.getUniformLocation(this.program, name)]));
    this.buffers = { x: gl.createBuffer(), y: gl.createBuffer(), code: gl.createBuffer(), group: gl.createBuffer() };
    this.texture = gl.createTexture();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    [, this.largest] = gl.getParameter(gl.ALIASED_POINT_SIZE_RANGE);
  }

  link() {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? "no shader");
    return program;
  }

  setPositions(x, y) {
    const { gl } = this;
    this.n = x.length;
    for (const [name, values] of [["x", x], ["y", y]]) {
      const place = gl.getAttribLocation(this.program, name);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
      gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 1, gl.UNSIGNED_SHORT, false, 0, 0);
    }
  }

  /** What is drawn of each spot, and by which label it is seen alone. */
  setCodes(codes, groups = codes) {
    const { gl } = this;
    for (const [name, values] of [["code", codes], ["group", groups]]) {
      const place = gl.getAttribLocation(this.program, name);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
      gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribIPointer(place, 1, values.BYTES_PER_ELEMENT === 1 ? gl.UNSIGNED_BYTE : gl.UNSIGNED_SHORT, 0, 0);
    }
  }

  /** Colours as [red, green, blue, hatched] by code. */
  setPalette(colors) {
    const { gl } = this;
    const rows = Math.max(1, Math.ceil(colors.length / 256));
    const texels = new Uint8Array(rows * 256 * 4);
    colors.forEach(([red, green, blue, hatched], code) => {
      texels.set([red, green, blue, hatched ? 128 : 255], code * 4);
    });
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, rows, 0, gl.RGBA, gl.UNSIGNED_BYTE, texels);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  /** Draws with a view in device pixels: a point lands at position · scale + shift, as a disc or as a cell. */
  draw({ scale, shift, size, cell }) {
    const { gl, canvas, places } = this;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const [width, height] = [2 / canvas.width, 2 / canvas.height];
    gl.uniform2f(places.scale, scale * width, -scale * height);
    gl.uniform2f(places.shift, shift[0] * width - 1, 1 - shift[1] * height);
    gl.uniform1f(places.size, Math.min(Math.max(size, 1), this.largest));
    gl.uniform2f(places.cell, ...(cell ?? [0, 0]));
    gl.uniform1i(places.only, this.only);
    gl.drawArrays(gl.POINTS, 0, this.n);
  }
}
