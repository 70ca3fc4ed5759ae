export { makeStage } from './stage';
