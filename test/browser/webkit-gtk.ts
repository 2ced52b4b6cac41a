// The engine in which a test needs another way.
export const isWebKitGtk = /X11;.*AppleWebKit\/(?!.*Chrom(?:e|ium)\/)/.test(navigator.userAgent);
