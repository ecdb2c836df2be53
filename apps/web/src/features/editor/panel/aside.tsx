import '../../../i18n/parts/panel.ts';
import { useContext, useEffect, useState } from 'react';
import { useModule } from '../../../ui/hooks/use-module.ts';
import { WorkspaceContext } from '../cell/open-text.ts';
import type { PanelProps } from './panel-props.ts';
import { Suggestions } from './suggestions.tsx';

const loadSourceChange = () => import('./source-change.tsx');

/** Memory, terms and engines beside an open text. A selected suggestion is inserted into the text and saved with it. */
export function Aside(props: PanelProps) {
  const { text } = useContext(WorkspaceContext);
  const cell = props.row.values[props.locale.code];
  const isOutdated = (cell?.forms ?? [cell]).some((form) => form?.outdated);
  const SourceChange = useModule(loadSourceChange, isOutdated)?.SourceChange;
  // The text is rendered first, and the panels beside it in the next frame.
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setDrawn(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  if (!isDrawn) return null;
  return (
    <div>
      {SourceChange && <SourceChange {...props} />}
      <Suggestions {...props} isBeside onUse={(chosen) => text.current?.use(chosen)} />
    </div>
  );
}
