// The library: run a loop, define a check, a maker, a workflow. Everything else is the command line's.
export { type LoopOptions, type LoopResult, type RuleInput, runLoop } from './surfaces/library/run-loop.ts'
export {
  type Decision,
  type RunOptions,
  type WorkflowOptions,
  type WorkflowResult,
  defineWorkflow,
  runWorkflow,
} from './surfaces/library/run-workflow.ts'
export { type MakeRequest, type Maker, type MakerDefinition, defineMaker } from './surfaces/library/maker.ts'
export { type Check, type CheckInput, type Finding, defineCheck, fail, notApplicable, pass, unknown } from './rules/check.ts'
export { Fault, type FaultCode } from './schema/fault.ts'
export type { Event, NewEvent } from './schema/event.ts'
export type { Evidence, Verdict } from './schema/verdict.ts'
export type { Gate, Reply, Task } from './kernel/task.ts'
export type { Accepted, Next, Outcome, Refusal, Workflow } from './kernel/workflow.ts'
