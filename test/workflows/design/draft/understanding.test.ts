// What is understood of a sentence and of a text: who acts, what is done, what is remembered.
import { describe, expect, test } from 'vitest'
import { understand } from '../../../../src/workflows/design/draft/understand/understand.ts'

/** "customer add item" for every act of a text, doer first. */
function acts(text: string): string[] {
  return understand(text).statements.flatMap(({ deeds }) => deeds.map(({ act, doer }) => [doer, act.negative ? 'not' : '', act.verb, act.objects.map((object) => object.nouns.join(' ')).join('+')].filter((word) => word !== '').join(' ')))
}

function data(text: string): Record<string, string> {
  return Object.fromEntries(understand(text).entities.map(({ name, attributes }) => [name, attributes.map((attribute) => `${attribute.name}:${attribute.type}`).join(', ')]))
}

describe('acts', () => {
  test.each([
    ['Customers can add items to their cart.', ['customer add item']],
    ['The system SHALL send a receipt to the customer.', ['system send receipt']],
    ['Admins can create, edit and delete bookings.', ['admin create booking', 'admin edit booking', 'admin delete booking']],
    ['The clerk weighs the parcel, prints a label and closes the box.', ['clerk weigh parcel', 'clerk print label', 'clerk close box']],
    ['The system shall allow guests to save rooms.', ['guest save room']],
    ['The app lets drivers log trips.', ['driver log trip']],
    ['Users shall be able to edit their profile.', ['user edit profile']],
    ['Managers have the ability to approve expenses.', ['manager approve expense']],
    ['Members must not borrow more than five books.', ['member not borrow book']],
    ["If a payment fails, the customer can't check out and gets an email.", ['customer not check out', 'customer get email']],
    ['Orders are approved by the manager.', ['manager approve']],
    ['Bookings are cancelled after an hour. Guests make bookings.', ['system cancel', 'guest make booking']],
    ['Staff comment on tickets. Users report issues.', ['staff comment', 'user report issue']],
    ['The receptionist checks guests in and assigns rooms.', ['receptionist check guest', 'receptionist assign room']],
    ['Only managers may approve expense reports over 500 euros.', ['manager approve expense report']],
    ['Teachers choose the class that takes part.', ['teacher choose class']],
    ['Moderators review reported messages and hide a message.', ['moderator review message', 'moderator hide message']],
    ['As a rider, I want to unlock a bike.', ['rider unlock bike']],
    ['Custmers can veiw thier orders. Customers pay orders.', ['custmer veiw order', 'customer pay order']],
    ['Users can like/save photos.', ['user like photo', 'user save photo']],
    ['Students see who is coming and mark dates.', ['student see', 'student mark date']],
    ['Members of a public library borrow books at self-service kiosks.', ['member borrow book']],
    ['A member may reserve a book that is on loan and is notified by email when it is returned.', ['member reserve book', 'system notify']],
    ['Gardeners rate packets after each season and leave a comment.', ['gardener rate packet', 'gardener leave comment']],
    ['At closing time the cashier counts the coins.', ['cashier count coin']],
    ['Forecast for the start date is shown. Guests book trips.', ['system show', 'guest book trip']],
    ['The director wants a weekly report.', ['director get report']],
    ['Clerks book the delivery in when it arrives.', ['clerk book delivery']],
    ['Packets are thrown away. Clerks pack packets.', ['system throw away', 'clerk pack packet']],
    ['The falconer hoods the falcon. The falconer must weigh the falcon.', ['falconer hood falcon', 'falconer weigh falcon']],
  ])('%s', (text, expected) => expect(acts(text)).toEqual(expected))

  test.each([
    ['a list under a heading', '# Desk\n\n## Agents\n- answer tickets\n- close tickets', ['agent answer ticket', 'agent close ticket']],
    ['a list under an open line', 'Freelancers need to:\n- add clients\n- send invoices', ['freelancer add client', 'freelancer send invoice']],
    ['a role in front', '- Editor: can upload files\n- Host - approves episodes', ['editor upload file', 'host approve episode']],
    ['commands to the software', 'Guests book rooms.\n- Prevent double bookings\n- Display free rooms', ['guest book room', 'system prevent booking', 'system display room']],
    ['they and I', 'Parents pay the trip. They withdraw consent.', ['parent pay trip', 'parent withdraw consent']],
  ])('%s', (_, text, expected) => expect(acts(text)).toEqual(expected))

  test.each([
    ['When the order is paid, the clerk ships the parcel.', 'when', 'the order is paid'],
    ['The clerk ships the parcel once the order is paid.', 'once', 'the order is paid'],
    ['If nobody is at home, the driver takes a photo.', 'if', 'nobody is at home'],
    ['A member can renew a loan once unless another member has reserved the book.', 'unless', 'another member has reserved the book'],
    ['Members get ten percent off if they show their card.', 'if', 'they show their card'],
    ['A report cannot be changed by drivers after it has been submitted.', 'after', 'it has been submitted'],
    ['WHEN a sensor reports a value THE system SHALL store the value.', 'when', 'a sensor reports a value'],
  ])('the condition of: %s', (text, conjunction, condition) => expect(understand(text).statements[0]).toMatchObject({ conjunction, condition }))
})

describe('what is no requirement', () => {
  test.each([
    ['chatter', 'Hi Dana, thanks for the call. Our site is slow. Guests book rooms.', ['Guests book rooms.']],
    ['context', '# A\n\n## Background\n\nPeople queue for hours.\n\n## Rules\n\nGuests book rooms.', ['Guests book rooms.']],
    ['orders to the builders', '- Design and develop the page\n- Guests book rooms', ['Guests book rooms']],
    ['questions', 'Who pays? Guests book rooms.', ['Guests book rooms.']],
    ['later work', 'Guests book rooms. Guests can pay by phone in a later release.', ['Guests book rooms.']],
  ])('%s', (_, text, expected) => expect(understand(text).statements.map((statement) => statement.text)).toEqual(expected))
})

describe('data', () => {
  test.each([
    ['has', 'Clerks edit orders. Each order has a date, a total and a status.', { order: 'date:date, total:money, status:choice' }],
    ['with', 'Guests book a room with a number, a price and an arrival date.', { room: 'number:number, price:money, arrival date:date' }],
    ['such as', 'Owners view bookings, showing details such as date, number of guests and status.', { booking: 'date:date, number of guests:number, status:choice' }],
    ['by', 'Seekers filter flats by rent and size.', { flat: 'rent:money, size:number' }],
    ['of', 'The clerk records the weight, address and phone number of each parcel.', { parcel: 'weight:number, address:text, phone number:phone' }],
    ['possessives', "Owners enter the dog's name, breed and weight.", { dog: 'name:text, breed:choice, weight:number' }],
    ["possessives behind with", "Clerks see all loans with the member's name, email and phone number. Clerks close loans with a date.", { member: 'name:text, email:email, phone number:phone', loan: 'date:date' }],
    ['lists that go on', 'Drivers send reports. Each report has a location on the van, a severity and a description.', { report: 'location:text, severity:choice, description:text' }],
    ['for', 'For every patient we keep the name and the date of birth. Nurses call patients.', { patient: 'name:text, date of birth:date' }],
    ['their', 'Users enter their email and password.', { user: 'email:email, password:text' }],
    ['lines', 'Clerks print invoices and edit products.\n\n## Data\n\n- Invoice: number, due date, total\n- Product: name, price', { invoice: 'number:number, due date:date, total:money', product: 'name:text, price:money' }],
    ['tables', 'Tenants submit readings.\n\n## Reading\n\n| Field | Type |\n|---|---|\n| meterNumber | string |\n| paid | boolean |', { reading: 'meter number:identifier, paid:yes/no' }],
    ['states', '- Nurses open a ticket\n- A ticket is urgent\n- Nurses close a ticket', { ticket: 'urgent:yes/no' }],
  ])('%s', (_, text, expected) => expect(data(text)).toMatchObject(expected))

  test.each([
    ['no words of the screen', 'Users open the settings page and click the save button. Users edit notes with a title.', ['note']],
    ['no times of day', 'Keepers write a note every day with a title. Keepers delete a note at any time.', ['note']],
    ['nobody who holds no data', 'Nurses call patients and edit charts with a date.', ['chart']],
    ['no software', 'The system shall store readings with a value. Users send the system readings.', ['reading']],
  ])('%s', (_, text, expected) => expect(understand(text).entities.map(({ name }) => name)).toEqual(expected))

  test.each([
    ['Each customer has many orders. Clerks edit orders with a date. Customers have a name.', 'customer', [{ to: 'order', kind: 'one-to-many' }]],
    ['Guests add items to a cart. An item has a price. A cart has a total.', 'cart', [{ to: 'item', kind: 'one-to-many' }]],
    ['The kiosk shall record the loan with the due date and the member. Members close loans. Members have a name.', 'member', [{ to: 'loan', kind: 'one-to-many' }]],
    ['A guest cancels their booking. A booking has a date. Guests have a name.', 'guest', [{ to: 'booking', kind: 'one-to-many' }]],
    ['Each task belongs to one project. Tasks have a title. Projects have a name. Leads close tasks.', 'project', [{ to: 'task', kind: 'one-to-many' }]],
  ])('%s', (text, entity, relations) => expect(understand(text).entities.find(({ name }) => name === entity)?.relations).toEqual(relations))
})
