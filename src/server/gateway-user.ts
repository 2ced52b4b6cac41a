// Who asks, as a site's own login says.

/** Who asks. More fields may stand beside the id: the gateway keeps to it. */
export interface GatewayUser {
  /** The same for all requests of one person; tasks, tickets and limits are counted by it. */
  readonly id: string;
  /** Users of one group also share one more set of the limits per user: all visitors of one address, for example. */
  readonly group?: string | undefined;
}
