// The address of the page holds what its reader chose, so that a link shows what its sender saw.
"use strict";

/** What the address says; a bare word that is no key is the name of a part. */
function addressed() {
  const pairs = location.hash.slice(1).split("&").filter(Boolean).map((piece) => {
    const [key, ...rest] = piece.split("=");
    if (rest.length) return [key, decoded(rest.join("="))];
    return document.getElementById(key) ? ["part", key] : [key, true];
  });
  return Object.fromEntries(pairs);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Writes choices into the address; null takes one away. The reader's history is left alone. */
function remember(choices) {
  const next = { ...addressed(), ...choices };
  const piece = ([key, value]) => (value === true ? key : `${key}=${encodeURIComponent(value).replaceAll("%2C", ",")}`);
  const pieces = Object.entries(next).filter(([, value]) => value !== null).map(piece);
  try {
    history.replaceState(null, "", `#${pieces.join("&")}`);
  } catch {
    // A page inside another page may not change its address, and goes on without.
  }
}

/** Brings a part into view under the bar of contents. */
function bring(element) {
  element.scrollIntoView({ block: "start" });
}

for (const link of document.querySelectorAll('nav.contents a, a.skip')) {
  link.addEventListener("click", (event) => {
    const part = document.querySelector(link.hash);
    if (!part) return;
    event.preventDefault();
    bring(part);
    if (link.matches(".skip")) part.querySelector("[tabindex], button, input")?.focus({ preventScroll: true });
  });
}

/** Does something once, when it has not been asked for a while: browsers grow tired of addresses that change too often. */
function later(act) {
  let waiting = 0;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(act, 300);
  };
}

/** The part that is read: the last one whose head has passed the upper fourth of the screen. */
function partInView() {
  const parts = [...document.querySelectorAll("main > .part")];
  return parts.findLast((part) => part.getBoundingClientRect().top < innerHeight / 4)?.id;
}

addEventListener("scroll", later(() => {
  const part = partInView();
  remember({ part: !part || part === "verdict" ? null : part });
}), { passive: true });
