import queue from '../en/queue.json';
import { addEnglish } from '../setup.ts';

addEnglish(queue);
