import { createHash } from 'node:crypto';

/** The channel of pg-boss, whose payload is the name of a queue. Its name ends in a hash of the schema's name. */
export const QUEUE_CHANNEL = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;
