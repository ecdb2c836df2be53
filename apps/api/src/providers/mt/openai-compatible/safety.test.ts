import { describeModelSafety } from '../../../../test/engines/models/describe-model-engine.ts';
import { OPENAI } from '../../../../test/engines/models/kinds.ts';

describeModelSafety(OPENAI);
