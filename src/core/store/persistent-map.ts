// An immutable map from string to value whose copies share structure: a hash trie of plain arrays.

/** Keys of one 32-bit hash are an AA tree by key: an attacker can choose thousands that collide. */
interface Leaf<V> {
  readonly key: string;
  readonly hash: number;
  readonly value: V;
  readonly level: number;
  readonly left: Leaf<V> | undefined;
  readonly right: Leaf<V> | undefined;
}

/** `bits` says which of the 32 places are in use; `nodes` holds only those, in order. */
interface Branch<V> {
  readonly bits: number;
  readonly nodes: readonly Node<V>[];
}

type Node<V> = Leaf<V> | Branch<V>;

declare const contents: unique symbol;

/** Opaque: how it is built is no one else's business. */
export interface PersistentMap<V> {
  readonly [contents]: V;
}

const noBranch: Branch<never> = Object.freeze({ bits: 0, nodes: [] });

export const emptyMap: PersistentMap<never> = noBranch as unknown as PersistentMap<never>;

const isLeaf = <V>(node: Node<V>): node is Leaf<V> => 'key' in node;

/** FNV-1a over UTF-16 units. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

const placeOf = (hash: number, shift: number) => 1 << ((hash >>> shift) & 31);

function popCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function getIn<V>(map: PersistentMap<V>, key: string): V | undefined {
  const hash = hashOf(key);
  let branch = map as unknown as Branch<V>;
  for (let shift = 0; ; shift += 5) {
    const place = placeOf(hash, shift);
    if ((branch.bits & place) === 0) return undefined;
    const node = branch.nodes[popCount(branch.bits & (place - 1))];
    if (node === undefined) return undefined;
    if (!isLeaf(node)) {
      branch = node;
      continue;
    }
    for (let leaf: Leaf<V> | undefined = node; leaf !== undefined; leaf = key < leaf.key ? leaf.left : leaf.right)
      if (leaf.key === key) return leaf.value;
    return undefined;
  }
}

export function setIn<V>(map: PersistentMap<V>, key: string, value: V): PersistentMap<V> {
  return setLeaf(
    map as unknown as Branch<V>,
    { key, hash: hashOf(key), value, level: 1, left: undefined, right: undefined },
    0,
  ) as unknown as PersistentMap<V>;
}

function setLeaf<V>(branch: Branch<V>, leaf: Leaf<V>, shift: number): Branch<V> {
  const place = placeOf(leaf.hash, shift);
  const at = popCount(branch.bits & (place - 1));
  if ((branch.bits & place) === 0) return { bits: branch.bits | place, nodes: branch.nodes.toSpliced(at, 0, leaf) };
  const nodes = branch.nodes.slice();
  const node = nodes[at] ?? leaf;
  nodes[at] = isLeaf(node) ? join(node, leaf, shift + 5) : setLeaf(node, leaf, shift + 5);
  return { bits: branch.bits, nodes };
}

/** Two leaves where one stood: in one tree when their hashes are equal, else in a branch below. */
function join<V>(old: Leaf<V>, leaf: Leaf<V>, shift: number): Node<V> {
  if (old.hash === leaf.hash) return planted(old, leaf);
  return setLeaf(setLeaf<V>(noBranch, old, shift), leaf, shift);
}

function planted<V>(tree: Leaf<V> | undefined, leaf: Leaf<V>): Leaf<V> {
  if (tree === undefined) return leaf;
  // Nearly always it is alone, and the new one takes its place. Above the first level each has two below it.
  if (leaf.key === tree.key) return tree.right === undefined ? leaf : { ...tree, value: leaf.value };
  return split(skewed(leaf.key < tree.key ? { ...tree, left: planted(tree.left, leaf) } : { ...tree, right: planted(tree.right, leaf) }));
}

/** Nothing of the same level on the left ... */
function skewed<V>(tree: Leaf<V>): Leaf<V> {
  const { left } = tree;
  return left?.level === tree.level ? { ...left, right: { ...tree, left: left.right } } : tree;
}

/** ... and at most one on the right. */
function split<V>(tree: Leaf<V>): Leaf<V> {
  const { right } = tree;
  return right?.right?.level === tree.level ? { ...right, level: right.level + 1, left: { ...tree, right: right.left } } : tree;
}
