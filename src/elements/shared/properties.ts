// A Lit property declaration that also carries the type of its values: one list gives an element its `properties` and their types.
import type { PropertyDeclaration } from 'lit';

declare const values: unique symbol;

/** A property of an element, with the type of its value. */
export interface Property<Value> extends PropertyDeclaration {
  readonly [values]?: () => Value;
}

export const property = <Value>(declaration: PropertyDeclaration = {}): Property<Value> => declaration;

/** The values of a list of properties, by name. */
export type PropertiesOf<List> = { -readonly [Name in keyof List]: List[Name] extends Property<infer Value> ? Value : never };
