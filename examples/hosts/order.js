// What the order page does with a choice: marks the plan and says what was computed.
addEventListener('sz:select', ({ detail }) => {
  for (const item of document.querySelectorAll('#plans li')) item.classList.toggle('on', item.dataset.offer === detail.offer);
  document.getElementById('chosen').textContent = `选了 ${detail.offer}`;
});
addEventListener('sz:change', ({ detail }) => {
  document.getElementById('chosen').textContent = detail.summary.text;
});
