// Search as people type it: case, accents, hyphens and spaces do not count.
// "Wi-Fi", "wi fi" and "wifi" are one word, and so are "Café" and "cafe".
const plain = (text) => text.normalize("NFKD").toLowerCase().replace(/[\p{M}\p{P}]/gu, (mark) => mark === "_" ? " " : "");
const joined = (text) => plain(text).replace(/\s+/g, "");
export function matches(search, ...texts) {
  const words = plain(search).split(/\s+/), text = plain(texts.join(" ")), whole = joined(text);
  return words.every((word) => text.includes(word)) || whole.includes(joined(search));
}
