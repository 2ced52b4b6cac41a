// The package that reads and writes video files: loaded with the first edit.
import { VoxreelError } from '../errors.js';

export type Media = Awaited<ReturnType<typeof loadMediabunny>>;

/** Sites that edit no videos do not install it. */
export async function loadMediabunny() {
  try {
    // Taken apart at once, so that a build takes these and not the whole library.
    const {
      AudioSample,
      AudioSampleSink,
      AudioSampleSource,
      BlobSource,
      BufferTarget,
      canEncodeAudio,
      canEncodeVideo,
      EncodedAudioPacketSource,
      EncodedPacketSink,
      EncodedVideoPacketSource,
      Input,
      MATROSKA,
      MP4,
      Mp4OutputFormat,
      Output,
      QTFF,
      QUALITY_HIGH,
      VideoSample,
      VideoSampleSink,
      VideoSampleSource,
      WEBM,
      WebMOutputFormat,
    } = await import('mediabunny');
    return {
      AudioSample,
      AudioSampleSink,
      AudioSampleSource,
      BlobSource,
      BufferTarget,
      canEncodeAudio,
      canEncodeVideo,
      EncodedAudioPacketSource,
      EncodedPacketSink,
      EncodedVideoPacketSource,
      Input,
      MATROSKA,
      MP4,
      Mp4OutputFormat,
      Output,
      QTFF,
      QUALITY_HIGH,
      VideoSample,
      VideoSampleSink,
      VideoSampleSource,
      WEBM,
      WebMOutputFormat,
    };
  } catch (cause) {
    throw new VoxreelError('unsupported', 'Editing videos needs the package mediabunny: npm install mediabunny.', { cause });
  }
}
