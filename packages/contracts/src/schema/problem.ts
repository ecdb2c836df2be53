import { type Static, Type } from 'typebox';
import { ERRORS, type ErrorCode } from '../errors.ts';
import { choice, closed } from './build.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

/** One fault of a request. */
export const FaultSchema = closed(
  {
    path: Type.String({
      description: 'A JSON pointer into the body, `query/<name>`, `params/<name>` or a key’s name.',
    }),
    message: Type.String(),
    line: Type.Optional(Type.Integer({ minimum: 1 })),
    column: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { title: 'Fault' },
);

/** Every error answer, as `application/problem+json` (RFC 9457). */
export const Problem = closed(
  {
    type: Type.String({ format: 'uri-reference', description: 'Page that describes the code.' }),
    title: Type.String(),
    status: Type.Integer(),
    code: choice(CODES, { description: 'What programs branch on.' }),
    detail: Type.String(),
    requestId: Type.String(),
    errors: Type.Array(FaultSchema),
  },
  { title: 'Problem', description: 'Every error answer, as application/problem+json (RFC 9457).' },
);
export type Problem = Static<typeof Problem>;
