// Questions read backwards.
import { equal, hook, ok, open, plain, test, unfold, until } from './harness.js';

const parameters = (page) => new URL(page.url()).searchParams;
test('an answer read backwards is applied and holds', async () => {
  const page = await open({ query: 'v=1&task=serve&m=qwen2.5-7b' });
  await unfold(page, 'reverse');
  await until(() => hook(page, 'reverse-answers').getAttribute('aria-busy'), (busy) => busy === 'false', 'all questions must be answered');
  const row = hook(page, 'reverse-users');
  const most = Number(plain(await row.locator('td').first().innerText()).replace(/[^\d]/g, ''));
  ok(most >= 1, `${most} users`);
  await row.locator('[data-sz="apply"]').click();
  await until(async () => parameters(page).get('users'), (users) => Number(users) === most, 'the users of the answer');
  ok(parameters(page).get('g') && parameters(page).get('n'), 'on the cards it was found for');
  await until(() => hook(page, 'reverse-answers').getAttribute('aria-busy'), (busy) => busy === 'false', 'and it is asked again');
  equal(Number(plain(await hook(page, 'reverse-users').locator('td').first().innerText()).replace(/[^\d]/g, '')), most, 'the same answer there');
});

test('money and time are searched in steps, and the answer becomes the plan', async () => {
  const page = await open({ query: 'v=1&task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1' });
  await unfold(page, 'reverse');
  await page.locator('#goal-budget').fill('500');
  await page.locator('#goal-deadline').fill('96');
  await hook(page, 'goal-search').click();
  await until(() => hook(page, 'goals').getAttribute('aria-busy'), (busy) => busy === 'false', 'the search must end');
  await hook(page, 'goals').locator('[data-sz="apply"]').first().click();
  await until(async () => parameters(page).get('budget'), (budget) => budget === '500', 'the budget of the question');
  ok(Number(parameters(page).get('tok')) > 1e6, 'and the work that it buys');
});
