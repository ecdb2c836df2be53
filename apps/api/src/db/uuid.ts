import { randomFillSync } from 'node:crypto';

const pool = Buffer.allocUnsafe(8 * 512);
let poolAt = pool.length;
let lastMs = 0;
let sequence = 0;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A UUIDv7 (RFC 9562 §5.7): the millisecond, a 12-bit sequence (§6.2 method 1), 62 random bits.
 * Ids made by one process strictly grow, so the rows of an import sort in the file's order.
 */
export function newId(): string {
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = 0;
  } else if (++sequence > 0xfff) {
    // More than 4,096 in one millisecond: borrow from the next.
    lastMs++;
    sequence = 0;
  }
  if (poolAt === pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const r = pool;
  const at = poolAt;
  poolAt += 8;
  const variant = HEX[0x80 | (r[at]! & 0x3f)]! + HEX[r[at + 1]!]!;
  const node =
    HEX[r[at + 2]!]! +
    HEX[r[at + 3]!]! +
    HEX[r[at + 4]!]! +
    HEX[r[at + 5]!]! +
    HEX[r[at + 6]!]! +
    HEX[r[at + 7]!]!;
  const counter = sequence.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${variant}-${node}`;
}
