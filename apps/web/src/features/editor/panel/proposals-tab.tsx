import { useModule } from '../../../ui/hooks/use-module.ts';
import type { PanelProps } from './panel-props.ts';

const loadProposals = () => import('../proposals/proposals.tsx');

/** The proposals for the active cell. Few cells have any, so their code is loaded with the tab. */
export function ProposalsTab(props: PanelProps) {
  const Proposals = useModule(loadProposals, true)?.Proposals;
  return Proposals ? <Proposals {...props} /> : null;
}
