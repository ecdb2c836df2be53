import { activeCells } from '../panel/active-cells.ts';
import type { PanelProps } from '../panel/panel-props.ts';
import type { CommentPlace } from './comment.queries.ts';

/** Returns the keys of the active row, and the locale of the active cell. */
export function commentPlace(panel: PanelProps): CommentPlace {
  const { organizationId, projectId, row, locale } = panel;
  const forms = activeCells(panel).filter(({ newKey }) => newKey === undefined);
  const keyIds = [...new Set([row.keyId, ...forms.map(({ keyId }) => keyId)])];
  return { organizationId, projectId, locale: locale.code, keyIds };
}
