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
    // Firefox lets no script make an event that holds files.
    const event = new Event(type, { bubbles: true, cancelable: true, composed: true });
    Object.defineProperty(event, type === 'paste' ? 'clipboardData' : 'dataTransfer', { value: transfer });
    element.dispatchEvent(event);
    return event;
  };
  return { element, root, find, give };
}

const buttonNamed = (root: ParentNode, name: string) =>
  [...root.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name);

/** In place of the machine's own: dark at first, as cameras are, then teal. */
function fakeCamera() {
  const { mediaDevices } = navigator;
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
  const context = canvas.getContext('2d');
  let painted = 0;
  const paint = () => {
    if (context === null) return;
    context.fillStyle = painted++ < 4 ? 'black' : 'rgb(0 255 255)';
    context.fillRect(0, 0, 64, 48);
  };
  paint();
  const stream = canvas.captureStream();
  const timer = setInterval(paint, 40);
  Object.defineProperty(mediaDevices, 'getUserMedia', { configurable: true, value: async () => stream });
  return {
    stream,
    remove() {
      clearInterval(timer);
      Reflect.deleteProperty(mediaDevices, 'getUserMedia');
    },
  };
}

/** The color in the middle of a picture: red, green and blue, each 0 or 1. */
async function middleOf(picture: Blob | undefined): Promise<readonly number[]> {
  const bitmap = await createImageBitmap(picture ?? new Blob());
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  context?.drawImage(bitmap, bitmap.width / 2, bitmap.height / 2, 1, 1, 0, 0, 1, 1);
  return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3).map((value) => Math.round(value / 255));
}

const sent = (session: ScriptedSession) => session.calls.filter(([name]) => name === 'sendImages' || name === 'sendText');

describe('pictures in a conversation', () => {
  afterEach(() => document.querySelector('realtime-voice')?.remove());

  it('are pasted and dropped, shown, and sent with the words', async () => {
    const session = createScriptedSession({ images });
    const { root, find, give } = await stage(session);
    await find('[aria-label="Add a picture"]');
    expect((await give('paste')).defaultPrevented).to.equal(true);
    await find('.picked');
    await give('drop');
    await until(() => root.querySelectorAll('.picked').length === 2 || undefined, 'what was done');
    const field = (await find('.say .input')) as HTMLTextAreaElement;
    field.value = 'What is this?';
    field.form?.requestSubmit();
    await until(() => sent(session).length === 1 || undefined, 'what was done');
    const [[name, pictures, text] = []] = sent(session);
    expect([name, (pictures as unknown[]).length, text]).to.deep.equal(['sendImages', 2, 'What is this?']);
    await until(() => root.querySelector('.picked') === null || undefined, 'no picture');
  });

  it('are taken back by their button, and sent without words by another', async () => {
    const session = createScriptedSession({ images });
    const { root, find, give } = await stage(session);
    await give('paste');
    (await find('.picked button')).click();
    await until(() => root.querySelector('.picked') === null || undefined, 'no picture');
    await give('paste');
    await find('.picked');
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
    await find('.picked');
    expect(root.querySelector('.pictures input')).to.equal(null);
  });

  it('are photos from the camera, of what it shows once it is bright, and it is closed again', async () => {
    const camera = fakeCamera();
    const session = createScriptedSession({ images });
    try {
      const { root, find } = await stage(session);
      (await find('[aria-label="Add a picture"]')).click();
      (await until(() => buttonNamed(root, 'Take a photo'), 'the button')).click();
      await find('.picked');
      expect(camera.stream.active).to.equal(false);
      (await find('.pictures > .primary')).click();
      await until(() => sent(session).length === 1 || undefined, 'what was done');
      const photos = sent(session)[0]?.[1] as readonly Blob[] | undefined;
      expect(await middleOf(photos?.[0])).to.deep.equal([0, 1, 1]);
    } finally {
      camera.remove();
    }
  });

  it('say why there is no photo, and let one try again', async () => {
    const { mediaDevices } = navigator;
    const { element, root, find } = await stage(createScriptedSession({ images }));
    const codes: string[] = [];
    element.addEventListener('voice-error', ({ error }) => codes.push(error.code));
    try {
      for (const [name, said] of [
        ['NotFoundError', 'No camera was found'],
        ['NotAllowedError', 'The camera is blocked'],
        ['NotReadableError', 'Another program is using the camera'],
      ] as const) {
        const getUserMedia = () => Promise.reject(new DOMException('no', name));
        Object.defineProperty(mediaDevices, 'getUserMedia', { configurable: true, value: getUserMedia });
        if (root.querySelector('.pictures') === null) (await find('[aria-label="Add a picture"]')).click();
        (await until(() => buttonNamed(root, 'Take a photo'), 'the button')).click();
        await until(() => root.textContent?.includes(said) || undefined, said);
      }
      expect(codes).to.deep.equal(['camera_missing', 'camera_denied', 'camera_busy']);
    } finally {
      Reflect.deleteProperty(mediaDevices, 'getUserMedia');
    }
  });

  it('are refused with the reason, and nothing is sent, where the service takes none', async () => {
    const session = createScriptedSession();
    const { element, root, give } = await stage(session);
    const failed = new Promise<string>((resolve) =>
      element.addEventListener('voice-error', ({ error }) => resolve(error.code), { once: true }),
    );
    await give('paste');
    expect(await failed).to.equal('images_unsupported');
    await until(() => root.textContent?.includes('This service does not accept pictures in a conversation.') || undefined, 'what was done');
    expect(root.querySelector('[aria-label="Add a picture"]')).to.equal(null);
    expect(sent(session)).to.deep.equal([]);
  });

  it('are of a shared screen: where it has changed, without asking for an answer, until it is stopped or the call ends', async () => {
    const { mediaDevices } = navigator;
    const screens: MediaStream[] = [];
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const paint = (color: string) => {
      const context = canvas.getContext('2d');
      if (context === null) return;
      context.fillStyle = color;
      context.fillRect(0, 0, 320, 180);
    };
    paint('teal');
    Object.defineProperty(mediaDevices, 'getDisplayMedia', {
      configurable: true,
      value: async () => {
        const stream = canvas.captureStream();
        screens.push(stream);
        // A canvas gives a frame once it is painted.
        setTimeout(() => paint('teal'));
        return stream;
      },
    });
    const compare = CanvasRenderingContext2D.prototype.getImageData;
    let compared = 0;
    CanvasRenderingContext2D.prototype.getImageData = function (this: CanvasRenderingContext2D, ...rect: Parameters<typeof compare>) {
      compared += 1;
      return compare.apply(this, rect);
    };
    const session = createScriptedSession({ images });
    try {
      const { element, root, find } = await stage(session);
      element.screenInterval = 1;
      const named = (name: string) =>
        until(() => [...root.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name), name);
      const share = async () => {
        (await find('[aria-label="Add a picture"]')).click();
        (await named('Share the screen')).click();
        await until(() => root.querySelector('.pictures .note')?.textContent?.includes('every 1 sec') || undefined, 'the note');
      };
      await share();
      await until(() => sent(session).length === 1 || undefined, 'the first picture');
      await until(() => compared >= 3 || undefined, 'two more looks');
      expect(sent(session)).to.have.length(1);
      expect(sent(session)[0]?.slice(2)).to.deep.equal(['', { respond: false }]);
      paint('tomato');
      await until(() => sent(session).length === 2 || undefined, 'what has changed');
      (await named('Stop sharing')).click();
      await until(() => root.querySelector('.pictures') === null || undefined, 'no tray');
      expect(screens[0]?.active).to.equal(false);
      await share();
      session.enter('closed');
      await until(() => screens[1]?.active === false || undefined, 'the end with the call');
    } finally {
      CanvasRenderingContext2D.prototype.getImageData = compare;
      Reflect.deleteProperty(mediaDevices, 'getDisplayMedia');
    }
  });
});

describe('what the other side shows', () => {
  afterEach(() => document.querySelector('realtime-voice')?.remove());

  it('is seen while it sends pictures', async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 18 });
    canvas.getContext('2d')?.fillRect(0, 0, 32, 18);
    const stream = canvas.captureStream();
    const [track] = stream.getVideoTracks();
    if (track === undefined) throw new Error('There is no track.');
    Object.defineProperty(track, 'muted', { configurable: true, value: true });
    const { root, find } = await stage(createScriptedSession({ remoteVideo: stream }));
    await find('.status');
    expect(root.querySelector('video')).to.equal(null);
    Reflect.deleteProperty(track, 'muted');
    track.dispatchEvent(new Event('unmute'));
    const video = await find('video.remote-video');
    expect((video as HTMLVideoElement).srcObject).to.equal(stream);
  });
});
