// Which videos this browser plays, and whether it can take one apart.
import { limited, missing, works, type Probe } from './probe.js';

const formats = {
  'MP4 (H.264)': 'video/mp4; codecs="avc1.42E01E, mp4a.40.2"',
  'MP4 (H.265)': 'video/mp4; codecs="hvc1.1.6.L93.B0"',
  'WebM (VP9)': 'video/webm; codecs="vp9, opus"',
  'WebM (AV1)': 'video/webm; codecs="av01.0.04M.08"',
} as const;

export const videoFormats: Probe = {
  id: 'video-formats',
  title: 'Video formats',
  otherwise: 'Videos can be downloaded, but not played here.',
  timeoutMs: 5000,
  async run() {
    const video = document.createElement('video');
    const played = Object.entries(formats).flatMap(([name, type]) => (video.canPlayType(type) === '' ? [] : [name]));
    const facts = played.join(', ');
    if (played.length === 0) return missing(this.otherwise);
    return played.some((name) => name === 'MP4 (H.264)')
      ? works('Videos of all services play.', facts)
      : limited('Most services deliver MP4 with H.264. Visitors can download those videos, but not play them here.', facts);
  },
};

const codecs = { 'H.264': 'avc1.42001f', VP9: 'vp09.00.31.08' } as const;
const size = { width: 1280, height: 720 };

export const webCodecs: Probe = {
  id: 'web-codecs',
  title: 'WebCodecs',
  otherwise: 'Videos show their picture later, and none can be made or edited in this browser.',
  timeoutMs: 5000,
  async run() {
    if (typeof VideoDecoder === 'undefined') return missing(this.otherwise);
    const entries = Object.entries(codecs);
    const decoded = await Promise.all(
      entries.map(async ([, codec]) => (await VideoDecoder.isConfigSupported({ codec })).supported === true),
    );
    const encoded = await Promise.all(
      typeof VideoEncoder === 'undefined'
        ? []
        : entries.map(
            async ([, codec]) => (await VideoEncoder.isConfigSupported({ codec, ...size, bitrate: 2_000_000 })).supported === true,
          ),
    );
    const named = (supported: readonly boolean[]) =>
      entries.flatMap(([name], at) => (supported[at] === true ? [name] : [])).join(', ') || 'nothing';
    const facts = `decodes ${named(decoded)}; encodes ${named(encoded)}`;
    if (!decoded.includes(true)) return missing(this.otherwise, facts);
    return encoded.includes(true)
      ? works('Pictures of videos are drawn in the background, and videos can be made in this browser.', facts)
      : limited('Pictures of videos are drawn in the background, but no video can be made or edited in this browser.', facts);
  },
};
