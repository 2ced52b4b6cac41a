// What may be a picture: a file by its type, an address by its form. Whether a browser can read it shows later.

/** Some systems know no type for what a phone took. */
export const isPicture = (file: Blob): boolean => file.type === '' || file.type.startsWith('image/');

export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text.trim());
