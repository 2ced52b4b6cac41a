// Lists of keyed items: what they leave of items that went.
import { expect } from '@open-wc/testing';
import { html, render } from 'lit';

import { repeat } from '../../../../src/elements/shared/repeat.js';

const view = (items: readonly string[]) =>
  html`<ul>
    ${repeat(
      items,
      (item) => item,
      (item) => html`<li>${item}</li>`,
    )}
  </ul>`;

it('a list leaves nothing of items that went, and keeps the nodes of those that stay', () => {
  const place = document.createElement('div');
  const list = () => place.querySelector('ul');
  const texts = () => [...place.querySelectorAll('li')].map(({ textContent }) => textContent);
  render(view(['a', 'b', 'c']), place);
  const nodes = list()?.childNodes.length;
  const [first] = place.querySelectorAll('li');
  for (let times = 0; times < 20; times++) {
    render(view(['b', `x${times}`, 'a']), place);
    expect(texts()).to.deep.equal(['b', `x${times}`, 'a']);
    render(view(['a']), place);
    render(view([]), place);
    render(view(['c', 'b', 'a']), place);
  }
  expect(list()?.childNodes.length).to.equal(nodes);
  render(view(['a', 'd']), place);
  const [kept] = place.querySelectorAll('li');
  render(view(['d', 'a']), place);
  expect(place.querySelectorAll('li')[1] === kept).to.equal(true);
  expect(first === kept).to.equal(false);
});
