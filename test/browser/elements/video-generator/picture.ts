// A small picture as a file, made larger where a test needs it.

export async function picture(bytes = 0): Promise<File> {
  const canvas = document.createElement('canvas');
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return new File([blob ?? '', new Uint8Array(bytes)], 'first.png', { type: 'image/png' });
}
