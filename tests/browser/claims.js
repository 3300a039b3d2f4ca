// What guides say: each link of a claim leads to the place in the calculator that answers it.
import { equal, ok, open, plain, test, until } from './harness.js';

/** The list of claims, whole. */
async function claims(page) {
  await page.locator('.sz-foot button', { hasText: /攻略|guides/i }).first().click();
  await page.locator('#claims .sz-clm > li').first().waitFor();
  const more = page.locator('#claims > button.sz-btn, #claims .sz-clm + button.sz-btn');
  if (await more.count()) await more.first().click();
}

for (const lang of ['zh', 'en']) {
  test(`links of claims lead to what answers them: ${lang}`, async () => {
    const page = await open({ lang, query: 'v=1&task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1' });
    await claims(page);
    const links = await page.locator('#claims [data-to]').evaluateAll((all) => all.map((node) => node.dataset.to));
    ok(links.length > 150, `every claim but one has links: ${links.length}`);
    // One of each kind of place, and every place at most once; all fields and sections lead somewhere.
    const kinds = { field: /^#f-/, section: /^#(?!f-|risk)/, panel: /^\[data-sz=/, rule: /^\[data-rule=/, silent: /^#risk$/ };
    const unique = [...new Set(links)];
    for (const [kind, shape] of Object.entries(kinds)) {
      const some = unique.filter((to) => shape.test(to)).slice(0, kind === 'field' || kind === 'section' ? 4 : 2);
      ok(some.length > 0, `a claim is answered by a ${kind}: ${unique.join(' ')}`);
      for (const to of some) {
        await page.locator(`#claims [data-to='${to}']`).first().click();
        await until(() => page.evaluate((place) => {
          const node = document.querySelector(place);
          const box = node?.getBoundingClientRect();
          return Boolean(box && box.height > 0 && box.top < innerHeight && box.bottom > 0);
        }, to), Boolean, `${to} must come into view`);
        equal(await page.locator('#claims').count(), 0, 'the list has given way to the plan');
        await claims(page);
      }
    }
    // What is not answered has no link, and says why it cannot be.
    const without = await page.locator('#claims .sz-clm > li:not(:has([data-to]))').allInnerTexts();
    equal(without.length, 1, `claims without an answer: ${without.map(plain).join(' | ')}`);
  });
}
