import review from '../en/review.json';
import { addEnglish } from '../setup.ts';

addEnglish(review);
