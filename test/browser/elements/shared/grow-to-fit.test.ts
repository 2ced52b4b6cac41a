// A text area that grows with its words, by its style sheet or by us.
import { expect } from '@open-wc/testing';

import { growToFit } from '../../../../src/elements/shared/grow-to-fit.js';
import { waitUntil } from '../until.js';

describe('a text area that grows', () => {
  it('shows all its lines, in another width too', async () => {
    const area = document.createElement('textarea');
    area.style.cssText = 'field-sizing: content; box-sizing: border-box; inline-size: 600px; min-block-size: 20px; border: 0; resize: none';
    area.value = 'A slow dolly through a greenhouse at dawn, mist on the glass, one swallow crossing the frame';
    document.body.append(area);
    growToFit(area);
    const isWhole = () => area.scrollHeight <= area.clientHeight + 1;
    expect(isWhole()).to.equal(true);
    const before = area.clientHeight;
    area.style.inlineSize = '160px';
    await waitUntil(() => isWhole() && area.clientHeight > before, 'a line is cut');
    area.style.inlineSize = '600px';
    await waitUntil(() => area.clientHeight === before, 'it stays high');
    area.remove();
  });
});
