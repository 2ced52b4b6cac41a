// What a site did wrong when it set its gateway up. The same error as all of voxreel's, by its brand; knows no request.

const brand = Symbol.for('voxreel.error');

/** Thrown by `createGateway`. `code` is `invalid_input`; `param` names the option. `isVoxreelError()` knows it. */
export class GatewayError extends Error {
  override readonly name = 'VoxreelError';
  readonly code = 'invalid_input';
  readonly retryable = false;
  readonly param: string;
  readonly [brand] = true;

  constructor(param: string, message: string) {
    super(`createGateway: ${param}: ${message}`);
    this.param = param;
  }
}
