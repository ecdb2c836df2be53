/**
 * Serves generated models in the shape of released models, for `npm run mt:smoke` without internet access. `node
 * scripts/run.mjs apps/api/test/engines/bergamot/serve.ts` prints the required setting.
 */
import { startModelServer } from './registry-server.ts';
import { listSmokeModels } from './smoke-models.ts';

const server = await startModelServer(listSmokeModels({ shape: 'base-memory', pieces: 32_000 }));
console.log(`MT_MODEL_SOURCE=${server.url}`);
process.once('SIGINT', () => void server.close());
