import { type OpenCell, openCells } from '../cell/open-cell.ts';
import type { PanelProps } from './panel-props.ts';

/** Returns the active cell, or the cells of the forms of a plural family. */
export function activeCells(props: PanelProps): readonly OpenCell[] {
  const { organizationId, projectId, row, locale, locales, settings } = props;
  const source = locales.find(({ isSource }) => isSource)!;
  return openCells(row, {
    organizationId,
    projectId,
    format: settings.messageFormat,
    checks: settings.checks,
    runtimes: settings.runtimes,
    engine: settings.engine,
    requireReview: settings.requireReview,
    sourceLocale: source.code,
    sourceDir: source.direction,
    locale: locale.code,
    dir: locale.direction,
  });
}
