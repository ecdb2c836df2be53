import webhooks from '../en/webhooks.json';
import { addEnglish } from '../setup.ts';

addEnglish(webhooks);
