// What a conversation that makes videos with this element needs, asked for in one step.

export async function loadVoiceParts() {
  const [{ createVoiceTools }, { videoGalleryWords }] = await Promise.all([
    import('./voice-tools.js'),
    import('../gallery/gallery-words.js'),
    import('../gallery/gallery.js'),
    import('../../../core/video-tools/video-orders.js'),
    import('../../../core/video/queue/history-actions.js'),
  ]);
  return { createVoiceTools, videoGalleryWords };
}
