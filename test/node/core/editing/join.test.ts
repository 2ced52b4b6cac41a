// Joining by copy needs no browser: what a page exports is read here by mediabunny, and by ffmpeg where it is installed.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';

import { joinVideos } from 'voxreel';

import type { FrameSource } from '../../../../src/local/video/frame-source.js';
import { encodeMp4 } from '../../../../src/local/video/mp4.js';
import { composeMusic } from '../../../../src/local/video/music.js';
import { encodeWebm } from '../../../../src/local/video/webm.js';

const fps = 24;
const counts = [25, 37, 18];
const total = counts.reduce((sum, count) => sum + count, 0);
/** Which frame of which clip: its brightness. */
const grayOf = (clip: number, index: number) => 30 + clip * 60 + (index % 10) * 5;

function painted(clip: number, frames: number): FrameSource {
  const rgba = new Uint8ClampedArray(96 * 64 * 4);
  return { width: 96, height: 64, fps, frames, frame: (index) => rgba.fill(grayOf(clip, index)) };
}

async function joined(format: 'webm' | 'mp4'): Promise<Blob> {
  const encode = format === 'webm' ? encodeWebm : encodeMp4;
  const clips: Blob[] = [];
  for (const [clip, count] of counts.entries()) clips.push(new Blob([await encode(painted(clip, count), composeMusic(clip, count / fps))]));
  return joinVideos(clips, { model: 'acme-1', createdAt: Date.UTC(2026, 0, 2) });
}

const missing = spawnSync('ffprobe', ['-version']).error === undefined ? false : 'ffmpeg is not installed';

describe('a chain of three clips as one file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'voxreel-join-'));
  after(() => rmSync(folder, { recursive: true }));

  for (const format of ['webm', 'mp4'] as const)
    it(`is decoded by ffmpeg with every frame and the sound in its place: ${format}`, { skip: missing }, async () => {
      const file = join(folder, `chain.${format}`);
      writeFileSync(file, new Uint8Array(await (await joined(format)).arrayBuffer()));
      const gray = decoded(file, ['-map', '0:v', '-vf', 'scale=1:1', '-pix_fmt', 'gray', '-fps_mode', 'passthrough', '-f', 'rawvideo']);
      assert.equal(gray.length, total);
      const expected = counts.flatMap((count, clip) => Array.from({ length: count }, (_, index) => grayOf(clip, index)));
      // Limited range to full, and what the encoder rounds.
      for (const [index, value] of expected.entries()) assert.ok(Math.abs((gray[index] ?? 0) - value) < 20, `frame ${index}`);
      const sound = decoded(file, ['-map', '0:a', '-ac', '1', '-ar', '48000', '-f', 's16le']);
      assert.ok(Math.abs(sound.length / 2 / 48_000 - total / fps) <= 1 / fps, `${sound.length / 2 / 48_000} s of sound`);
      const { format: about, packets } = probed(file);
      assert.ok(Math.abs(Number(about.duration) - total / fps) <= 1 / fps, `${about.duration} s`);
      for (const [index, { pts_time: atS }] of packets.entries())
        assert.ok(Math.abs(Number(atS) - index / fps) < 0.002, `frame ${index} at ${atS}`);
      const tags = Object.entries(about.tags).find(([name]) => /(?:^|MOVIE\/)comment$/i.test(name));
      assert.equal(tags?.[1], 'AI-generated with acme-1, 2026-01-02');
    });
});

const decoded = (file: string, options: readonly string[]): Buffer =>
  execFileSync('ffmpeg', ['-v', 'error', '-i', file, ...options, '-'], { maxBuffer: 64_000_000 });

interface Probed {
  readonly format: { readonly duration: string; readonly tags: Readonly<Record<string, string>> };
  readonly packets: readonly { readonly pts_time: string }[];
}

function probed(file: string): Probed {
  const options = ['-v', 'error', '-of', 'json', '-show_format', '-show_packets', '-select_streams', 'v'];
  return JSON.parse(execFileSync('ffprobe', [...options, file], { encoding: 'utf8' })) as Probed;
}
