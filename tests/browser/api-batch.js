// In a page or a worker: which of the links have another report here than natively. Both are told as digests of their JSON.
import { report } from './package/index.js';

const digest = async (text) => {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** `{ count, differ }` over `links.json`: pairs of a link and a digest. */
export async function batch() {
  const { today, links } = await (await fetch('./links.json')).json();
  const differ = [];
  for (const [link, native] of links) if (await digest(JSON.stringify(report(link, { today }))) !== native) differ.push(link);
  return { count: links.length, differ };
}
