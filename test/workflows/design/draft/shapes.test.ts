// The shapes requirement documents come in: tables, checklists, templates with notes to the team, labels, quotes and brackets.
import { describe, expect, test } from 'vitest'
import { draftIntent } from '../../../../src/workflows/design/draft/draft-intent.ts'
import type { Intent } from '../../../../src/workflows/design/intent.ts'

function design(requirements: string): Intent {
  const draft = draftIntent({ featureId: 'f', requirements })
  if ('missing' in draft) throw new Error(`missing: ${JSON.stringify(draft.missing)}`)
  return draft.intent
}
const steps = (text: string) => design(text).userFlows.flatMap((flow) => flow.steps.map(({ action }) => action))
const actors = (text: string) => [...new Set(design(text).userFlows.map(({ actor }) => actor))]
const data = (text: string) => Object.fromEntries(design(text).dataModel.entities.map(({ name, attributes }) => [name, attributes.map((attribute) => attribute.name)]))

const rest = '\n\nGuests book rooms. Guests cancel bookings. A booking has a date.'

describe('steps', () => {
  test.each([
    ['a table of stories with their criteria gives both', '| ID | User Story | Acceptance Criteria |\n|---|---|---|\n| US-1 | As a guest, I want to book a room so that I can stay. | The guest should be notified by email. |\n| US-2 | As a guest, I want to cancel a booking. | The booking should be removed. |', ['Guest books a room', 'System notifies the guest by email', 'Guest cancels a booking', 'System removes the booking']],
    ['cells with tabs between are a table', 'Guests book rooms with a date.\n\nFeature\tDescription\nRooms\tAdd rooms; set room price; upload room photos\nBookings\tApprove bookings', ['Guest books rooms with a date', 'Guest adds rooms', 'Guest sets room price', 'Guest uploads room photos', 'Guest approves bookings']],
    ['ticks in front are no words', `- ✅ Guests view rooms\n- ✅ Guests choose a room${rest}`, ['Guest views rooms', 'Guest chooses a room']],
    ['labels with points go', `1. R1.AC1 WHEN a guest pays, the system SHALL send a receipt.\n2. FR-2 (M): The system shall store the receipt.${rest}`, ['Guest pays', 'System sends a receipt', 'System stores the receipt']],
    ['points under a heading that wishes are wishes', '## As a porter I would like to:\n\n* View all rooms\n* Cancel a booking\n\n## As a manager I would like to:\n\n* Create rooms with a number', ['Porter views all rooms', 'Porter cancels a booking', 'Manager creates rooms with a number']],
    ['what is tested is what is required', "As a clerk, I want to book rooms.\n\n* It's done when the clerk can cancel a booking.\n* Ability to print a booking with its date", ['Clerk books rooms', 'Clerk cancels a booking', 'Clerk prints a booking with its date']],
    ['what stands in quotes is a name', `When a guest enters a date and clicks "Add Booking", the system saves the booking.${rest}`, ['Guest enters a date', 'Guest clicks "Add Booking"', 'System saves the booking']],
    ['what stands in brackets is not done', `The system keeps admin actions (delete a room, change roles) hidden.${rest}`, ['System keeps admin actions (delete a room, change roles) hidden']],
    ['a creation is allowed to somebody', `The system shall allow the creation of bookings.${rest}`, ['Guest creates bookings']],
    ['two infinitives stay together', `Guests try to create or update a booking.${rest}`, ['Guest tries to create or update a booking']],
    ['a message that is shown is no act of its own', `A confirmation message is displayed after the booking.${rest}`, ['System displays a confirmation message after the booking']],
    ['a role in front of its verb is somebody', `1. Coach starts the session\n2. Coach assigns players to the session\n\nA session has a date.`, ['Coach starts the session', 'Coach assigns players to the session']],
    ['a table below a scenario line says what comes with it', 'Scenario: Change\nGiven an order in my book with\n| Quantity | Dish |\n| 1 | Tea |\nWhen the waiter changes it\nThen the kitchen is notified', ['System checks that there is an order in their book with quantity and dish', 'Waiter changes the order', 'System notifies the kitchen']],
    ['names with underscores are words', `THE Store_Keeper SHALL count the items. THE Store_Keeper SHALL delete items with a code.`, ['Store keeper counts the items']],
    ['a name in front of the sentence is left out', `**FR-01: Search Room.** The system shall allow guests to search rooms by price.${rest}`, ['Guest searches rooms by price']],
    ['what the product is, is said by what one does in it', `Roomly is a simple sharing app where residents can lend rooms.${rest}`, ['Resident lends rooms']],
    ['sorted by somebody is not done by somebody', `Bookings can be sorted by owner.${rest}`, ['Guest sorts bookings by owner']],
    ['an act with its fields below', `The system shall allow guests to add a pet with the following fields:\n- Name\n- Birth date (optional)${rest}`, ['Guest adds a pet']],
    ['what is seen, in the words of the text', `Users should be able to see what rooms currently avaialble are clean.${rest}`, ['User sees what rooms currently avaialble are clean']],
    ['a cross forbids', `- ✅ Guests view rooms\n- ❌ Delete rooms${rest}`, ['Guest views rooms', 'Guest cannot delete rooms']],
    ['a label in quotes opens a sentence', `"Check In" button is shown to the guest.${rest}`, ['System shows "Check In" button to the guest']],
    ['verbs with capitals in a row', `Guests can Create, Update and Delete a room.${rest}`, ['Guest creates a room', 'Guest updates a room', 'Guest deletes a room']],
    ['a slash with spaces', `Guests can print / download a bill.${rest}`, ['Guest prints a bill', 'Guest downloads a bill']],
    ['"cannot" is one no', `When a booking cannot be completed, the system notifies the guest.${rest}`, ['System notifies the guest when a booking cannot be completed']],
  ])('%s', (_, text, expected) => expect(steps(text)).toEqual(expect.arrayContaining(expected)))

  test.each([
    ['the branch, the priority and how to test it', '**Feature Branch**: `007-rooms`\n\n**Why this priority**: Guests book rooms daily and cancel them.\n\n**Independent Test**: Can be tested by deleting a guest.', /branch|priority|daily|delet/i],
    ['who wrote it', 'Use Case Name: Pay Room\nCreated by: Ann Bee\nDate Created: 24 - 06 - 2024\nPrimary actor: Guest', /Created|Ann|2024|actor/],
    ['measures of success', '## Success Criteria *(mandatory)*\n\n- SC-001: Guests can find rooms in under 3 seconds.', /3 seconds/],
    ['examples', 'Guests create a room with a code (e.g. "ENG", "HR").', /ENG|HR/],
  ])('leave out %s', (_, text, never) => expect(JSON.stringify([steps(`${rest}\n\n${text}`), data(`${rest}\n\n${text}`)])).not.toMatch(never))
})

test('screens and flows have names that are not cut short', () => {
  const intent = design('As a clerk, I want to search for owners by their last name.\n\n- Given I am on the "Find Owners" page\n- When I enter "Davis"\n- Then the list of owners is shown with a name')
  const names = [...intent.components, ...intent.userFlows].map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['Find Owners page', 'Search for owners', 'Enter "Davis"']))
})

describe('somebody', () => {
  test.each([
    ['lists from somebody', 'From guest:\n- Book a room with a date\n- Cancel a booking\n\nFrom porter:\n- Print bookings\n- Delete bookings', ['Guest', 'Porter']],
    ['a reason is nobody', 'As the rooms in the house consist of beds I want to select beds. I add guests to each bed. A bed has a number.', ['User']],
    ['"I" is who tells the story', 'As a clerk, I want to add pets.\n\n- Given an owner exists in the list\n- When I open the form with the name\n- Then the pet is saved', ['Clerk']],
    ['a team that is created is a thing', 'Admins create a team with a name. Admins delete a team. The team has a lead.', ['Admin']],
  ])('%s', (_, text, expected) => expect(actors(text)).toEqual(expected))
})

describe('data', () => {
  test.each([
    ['definitions', 'Clerks add pets. Clerks delete pets.\n\n### Key Entities *(if there is data)*\n\n- **Pet**: Represents an animal of the clinic, with details like name, birth date, and type.\n- **Team**: Represents a unit. Has a unique code, and an optional description.', { Pet: ['name', 'birth date', 'type'], Team: ['code', 'description'] }],
    ['fields below an act', 'The system shall allow guests to add a pet with the following fields:\n- Name\n- Birth date (optional)\n\nGuests delete pets.', { Pet: ['name', 'birth date'] }],
    ['what has properties of its own', 'Guests book a stay with a date. Guests cancel stays. Each room has a number and a price.', { Stay: ['date'], Room: ['number', 'price'] }],
    ['what one signs in with', 'Guests sign in with Google. Guests book rooms with a date.', { Room: ['date'] }],
    ['what there are two of', 'Clerks add members with a name. The system prevents duplicate member IDs.', { Member: ['name', 'ID'] }],
    ['values in brackets', 'A clerk enters details for a new pet (Name: "Max", Birth Date: "2020-01-01"). Clerks delete pets.', { Pet: ['name', 'birth date'] }],
    ['values to choose from', 'A cashier selects a payment option such as cash, credit or debit. A cashier prints a ticket with a date.', { Ticket: ['date'] }],
    ['kinds named after a colon', 'Admins add a room with a number. Admins delete rooms. The system shall support two room types: Single, Double.', { Room: ['number'] }],
    ['how something stays', 'Guests book taxis with a date. Guests cancel taxis. The taxi remains locked thereafter.', { Taxi: ['date'] }],
    ['errors', 'Admins create a room with a name. The system rejects the room with a conflict error.', { Room: ['name'] }],
    ['three in a list', 'Admins add a doctor profile with a name, specialization, and license number. Admins delete doctor profiles.', { 'Doctor profile': ['name', 'specialization', 'license number'] }],
    ['judgements', 'Guests book rooms with a date. So that billing is accurate, guests pay. If a room is wrong, guests cancel the room. ', { Room: ['date'] }],
  ])('%s', (_, text, expected) => expect(data(text)).toEqual(expected))
})

test('a text that is all table is read', () => {
  const text = '| Use Case | Description |\n|---|---|\n| UC-1: Start | The cashier starts a session with a number before scanning items. |\n| UC-2: Cancel | The cashier cancels the session at any time. |\n| UC-3: Scan | The cashier scans an item with a barcode. |'
  expect(actors(text)).toEqual(['Cashier'])
})
