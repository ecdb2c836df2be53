import type { Route } from '../../src/http/route.ts';

/** Ids of the caller's resources that members of a body or a query refer to. */
export const ID_OF: Readonly<Record<string, string>> = {
  projectId: 'projectId',
  projectIds: 'projectId',
  fromReleaseId: 'releaseId',
  environment: 'environmentId',
  against: 'releaseId',
};

interface SchemaShape {
  properties?: Record<string, unknown>;
  anyOf?: SchemaShape[];
}

/** Returns the members of a body or a query that refer to a resource. */
export const namedInside = ({ body, query }: Route['endpoint']): string[] =>
  [
    ...new Set([body, query].flatMap((schema) => membersOf(schema as SchemaShape | undefined))),
  ].filter((name) => name in ID_OF);

const membersOf = (schema: SchemaShape | undefined): string[] => [
  ...Object.keys(schema?.properties ?? {}),
  ...(schema?.anyOf ?? []).flatMap(membersOf),
];
