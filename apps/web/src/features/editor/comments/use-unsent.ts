import { useQuery } from '@tanstack/react-query';
import { EMPTY, type Written } from './composer.tsx';
import { keepUnsent, unsentAt, unsentOf } from './unsent-texts.ts';

/** Texts about a key that the user has not sent, by their fields. */
export interface UnsentTexts {
  /** Fields with a text. */
  readonly fields: readonly string[];
  of(field: string): Written;
  keep(field: string, written: Written): void;
}

/** Returns the texts about a key that are not sent. Null until they are read. */
export function useUnsent(userId: string, keyId: string): UnsentTexts | null {
  const { data } = useQuery({
    queryKey: ['unsent', userId, keyId],
    queryFn: () => unsentOf(userId, keyId),
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
  });
  if (!data) return null;
  return {
    fields: [...data.keys()],
    of: (field) => unsentAt({ userId, keyId, field }) ?? EMPTY,
    keep: (field, written) => keepUnsent({ userId, keyId, field, ...written }),
  };
}
