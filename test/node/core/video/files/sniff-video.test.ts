// What a file is by its first bytes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { asVideo, sniffVideo } from '../../../../../src/core/video/files/sniff-video.js';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('sniffVideo', () => {
  for (const [head, type] of [
    ['\0\0\0\x20ftypisom\0\0', 'video/mp4'],
    ['\0\0\0\x18ftypmp42', 'video/mp4'],
    ['\0\0\0\x14ftypqt  ', 'video/quicktime'],
    ['\0\0\0\x08moov....', 'video/quicktime'],
    ['\0\0\0\x08moof....', 'video/mp4'],
    ['\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\x82\x84webm', 'video/webm'],
    ['\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x88matroska', 'video/x-matroska'],
    ['GIF89a..', 'image/gif'],
    ['OggS\0', 'video/ogg'],
    ['RIFF....AVI LIST', 'video/x-msvideo'],
    ['RIFF....WEBPVP8X', 'image/webp'],
    ['RIFF....WAVEfmt ', undefined],
    ['<!doctype html><html>', undefined],
    ['{"code":"expired"}', undefined],
    ['<?xml version="1.0"?><Error>', undefined],
    ['\xff\xd8\xff\xe0', undefined],
    ['', undefined],
  ] as const) {
    it(`${JSON.stringify(head.slice(0, 12))} is ${type ?? 'no video'}`, () => assert.equal(sniffVideo(bytes(head)), type));
  }
  it('gives a file its true type, whatever a server called it', async () => {
    assert.equal((await asVideo(new Blob([bytes('\x1aE\xdf\xa3...webm')], { type: 'application/octet-stream' })))?.type, 'video/webm');
    assert.equal(await asVideo(new Blob(['<html>'], { type: 'video/mp4' })), undefined);
  });
});
