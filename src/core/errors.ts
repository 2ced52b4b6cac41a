// The one error type, where core has always found it.
export * from '../base/errors.js';
