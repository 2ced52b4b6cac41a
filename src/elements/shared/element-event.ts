// An event of an element: it bubbles, crosses shadow roots, and carries its fields in `detail` too.

/** `detail` is for frameworks and analytics that read only that. */
export abstract class ElementEvent<Detail extends object> extends Event {
  /** The fields of this event. */
  readonly detail: Readonly<Detail>;

  constructor(type: string, detail: Detail, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
    this.detail = detail;
  }
}
