// An address that may be relative to the page, where there is one. Throws what `URL` throws.

export const pageUrl = (address: string): URL => new URL(address, typeof document === 'undefined' ? undefined : document.baseURI);
