// The script of a page under a strict content policy: plays a file it is sent, seeks and loops, and tells what came of it.
import { openFile } from '../../../../src/elements/playing/file-player.js';

const violations: string[] = [];
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  violations.push(`${effectiveDirective} ${blockedURI}`),
);

const happens = (target: EventTarget, name: string) => new Promise((resolve) => target.addEventListener(name, resolve, { once: true }));

function pixelsOf(screen: HTMLCanvasElement): string {
  const canvas = new OffscreenCanvas(16, 9);
  const pen = canvas.getContext('2d');
  pen?.drawImage(screen, 0, 0, 16, 9);
  return String(pen?.getImageData(0, 0, 16, 9).data);
}

async function play(file: Blob) {
  const canvas = document.createElement('canvas');
  const over = new AbortController();
  const player = await openFile(canvas, file, over.signal);
  if (player === undefined) return undefined;
  const first = pixelsOf(canvas);
  const found = happens(player, 'seeked');
  player.currentTime = player.duration - 0.3;
  await found;
  const [late, lateS] = [pixelsOf(canvas), player.currentTime];
  player.loop = true;
  const round = happens(player, 'seeked');
  await player.play();
  await round;
  const again = pixelsOf(canvas);
  const seen = new Set<string>();
  while (player.currentTime < 0.8) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    seen.add(pixelsOf(canvas));
  }
  player.loop = false;
  player.playbackRate = 4;
  await happens(player, 'ended');
  const { duration, videoWidth, videoHeight, paused, currentTime } = player;
  over.abort();
  const same = { round: again === first, late: late === first };
  return { duration, videoWidth, videoHeight, lateS, same, pictures: seen.size, paused, endS: currentTime };
}

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void play(data)
    .catch((error: unknown) => String(error))
    .then((played) => parent.postMessage({ played, violations }, '*'));
});
parent.postMessage('ready', '*');
