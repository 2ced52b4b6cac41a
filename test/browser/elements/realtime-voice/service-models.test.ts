// The voice element before a gateway with other makers' services: which models there are to talk with, and their voices.
import { expect, fixture, html } from '@open-wc/testing';

import 'voxreel/realtime-voice';
import type { RealtimeVoice } from 'voxreel';
import { until } from '../until.js';

async function open(): Promise<RealtimeVoice> {
  const { makers } = (await (await fetch('/test-service.json')).json()) as { makers: string };
  return fixture<RealtimeVoice>(html`<realtime-voice base-url=${makers} modalities="text"></realtime-voice>`);
}

const fieldOf = (element: RealtimeVoice, name: string) =>
  [...(element.shadowRoot?.querySelectorAll('.settings .field') ?? [])].find(
    (field) => field.querySelector('.label')?.textContent === name,
  );

describe("<realtime-voice>: a service's own models", () => {
  it('stand in the settings with their voices; another one holds from the next connection on', async () => {
    const element = await open();
    element.shadowRoot
      ?.querySelector<HTMLElement>('[data-sheet="settings"], [data-sheet="more"]')
      ?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
    element.shadowRoot?.querySelector<HTMLElement>('[data-sheet="settings"]')?.click();
    const select = await until(() => fieldOf(element, 'Model')?.querySelector('select') ?? undefined, 'the models');
    const voices = () => [...(element.shadowRoot?.querySelectorAll('#voices option') ?? [])].map((option) => option.getAttribute('value'));
    expect([...select.options].map(({ value, label, selected }) => [value, label.trim(), selected])).to.deep.equal([
      ['talk-1', 'Talk One', true],
      ['talk-2', 'Talk Two', false],
    ]);
    expect(voices()).to.deep.equal(['alma', 'bruno']);
    select.value = 'talk-2';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => (voices().join() === 'cleo' ? true : undefined), 'the voices of the other one');
    expect(element.model).to.equal('talk-2');
    expect(fieldOf(element, 'Model')?.textContent).to.include('Takes effect with the next connection.');
    await expect(element).to.be.accessible();
  });

  it('the first one is talked with where the page names none', async () => {
    const element = await open();
    const asked: string[] = [];
    const real = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const { href } = new URL(input instanceof Request ? input.url : input, location.href);
      if (init?.method === 'POST') asked.push(decodeURIComponent(href) + JSON.stringify(init.body));
      return real(input, init);
    };
    try {
      await element.connect().catch(() => undefined);
    } finally {
      globalThis.fetch = real;
    }
    expect(asked.length).to.be.above(0);
    for (const request of asked) expect(request).to.include('talk-1');
  });
});
