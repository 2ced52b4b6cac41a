// Pictures for a message: added, shown, taken back, sent with and without words, and refused where they cannot be carried.
import { expect } from '@open-wc/testing';

import 'voxreel/realtime-voice';
import { createScriptedSession, type ScriptedSession } from '../scripted-session.js';
import { until } from '../until.js';

const images = { maxBytes: 180_000, types: ['image/jpeg', 'image/png'] };

async function picture(): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 });
  canvas.getContext('2d')?.fillRect(0, 0, 20, 20);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return new File([blob ?? ''], 'picture.png', { type: 'image/png' });
}

async function stage(session: ScriptedSession) {
  const element = document.createElement('realtime-voice');
  element.session = session;
  document.body.append(element);
  await session.connect();
  const root = await until(() => element.shadowRoot ?? undefined, 'the tree');
  const find = (selector: string) => until(() => root.querySelector<HTMLElement>(selector) ?? undefined, selector);
  const give = async (type: 'paste' | 'drop') => {
    const transfer = new DataTransfer();
    transfer.items.add(await picture());
    const event =
      type === 'paste'
        ? new ClipboardEvent(type, { clipboardData: transfer, bubbles: true, cancelable: true })
        : new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true });
    element.dispatchEvent(event);
    return event;
  };
  return { element, root, find, give };
}

const sent = (session: ScriptedSession) => session.calls.filter(([name]) => name === 'sendImages' || name === 'sendText');

describe('pictures in a conversation', () => {
  afterEach(() => document.querySelector('realtime-voice')?.remove());

  it('are pasted and dropped, shown, and sent with the words', async () => {
    const session = createScriptedSession({ images });
    const { root, find, give } = await stage(session);
    await find('[aria-label="Add a picture"]');
    expect((await give('paste')).defaultPrevented).to.equal(true);
    await find('.thumb');
    await give('drop');
    await until(() => root.querySelectorAll('.thumb').length === 2 || undefined, 'what was done');
    const field = (await find('.say .input')) as HTMLTextAreaElement;
    field.value = 'What is this?';
    field.form?.requestSubmit();
    await until(() => sent(session).length === 1 || undefined, 'what was done');
    const [[name, pictures, text] = []] = sent(session);
    expect([name, (pictures as unknown[]).length, text]).to.deep.equal(['sendImages', 2, 'What is this?']);
    await until(() => root.querySelector('.thumb') === null || undefined, 'no picture');
  });

  it('are taken back by their button, and sent without words by another', async () => {
    const session = createScriptedSession({ images });
    const { root, find, give } = await stage(session);
    await give('paste');
    (await find('.thumb button')).click();
    await until(() => root.querySelector('.thumb') === null || undefined, 'no picture');
    await give('paste');
    await find('.thumb');
    (await find('.pictures > .primary')).click();
    await until(() => sent(session).length === 1 || undefined, 'what was done');
    expect(sent(session)[0]?.[2]).to.equal('');
  });

  it('are chosen as files: the ways appear with the button', async () => {
    const { root, find } = await stage(createScriptedSession({ images }));
    const button = await find('[aria-label="Add a picture"]');
    expect(button.getAttribute('aria-expanded')).to.equal('false');
    button.click();
    const field = (await find('.pictures input[type=file]')) as HTMLInputElement;
    const transfer = new DataTransfer();
    transfer.items.add(await picture());
    field.files = transfer.files;
    field.dispatchEvent(new Event('change'));
    await find('.thumb');
    expect(root.querySelector('.pictures input')).to.equal(null);
  });

  it('are refused with the reason, and nothing is sent, where the service takes none', async () => {
    const session = createScriptedSession();
    const { element, root, give } = await stage(session);
    const failed = new Promise<string>((resolve) =>
      element.addEventListener('voice-error', ({ error }) => resolve(error.code), { once: true }),
    );
    await give('paste');
    expect(await failed).to.equal('images_unsupported');
    await until(() => root.textContent?.includes('This service takes no pictures in a conversation.') || undefined, 'what was done');
    expect(root.querySelector('[aria-label="Add a picture"]')).to.equal(null);
    expect(sent(session)).to.deep.equal([]);
  });
});
