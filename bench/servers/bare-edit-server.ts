import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { saveBare } from './bare-edit.ts';

/**
 * A bare `node:http` server with ten connections that writes a value and its history and nothing else: the minimum cost
 * of an edit over HTTP. It serves `PATCH …/projects/:projectId/values/:valueId` like the service.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const options = {
  reads: Number(process.env.READS ?? 0),
  moreRows: Number(process.env.MORE_ROWS ?? 0),
};
const server = createServer(async (request, response) => {
  const [projectId, , valueId] = request.url!.split('/').slice(-3) as [string, string, string];
  const { text } = (await json(request)) as { text: string };
  await saveBare(pool, { projectId, valueId }, text, options);
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ data: { id: valueId, text }, meta: {} }));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send!(typeof address === 'object' && address ? address.port : 0);
});
