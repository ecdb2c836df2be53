import { describeModelSafety } from '../../../../test/engines/models/describe-model-engine.ts';
import { startOpenaiServer } from '../../../../test/engines/openai-server.ts';
import { createOpenaiCompatible } from '../openai-compatible.ts';

describeModelSafety({
  id: 'openai-compatible',
  label: 'The language model',
  start: startOpenaiServer,
  create: (server, context) =>
    createOpenaiCompatible(
      { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_MODEL: server.options.model },
      context,
    ),
  secretOf: ({ key }) => key,
});
